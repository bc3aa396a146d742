from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("site", "0002_used_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="holding",
            name="battles_seen",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
