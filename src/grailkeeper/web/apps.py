"""The site as Django knows it."""

from django.apps import AppConfig


class Site(AppConfig):
    """Everything is one app: its tables are the wars, and who may come to them."""

    name = "grailkeeper.web"
    label = "site"
