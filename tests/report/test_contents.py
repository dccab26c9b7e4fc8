from sweepstake.report.contents import contents


def test_only_what_the_config_asks_for_is_made():
    block = {"list": [{"ranks": 2, "suits": 2}], "methods": ["exact"]}
    made = contents({"sweeps": {"a": {"question": "war_sweep", "points": [block]}}})
    assert made.sweeps == ["a"]
    assert "war_sweep" in made.tables
    assert not [name for name in (*made.tables, *made.plots) if name.startswith("coins")]
    assert made.by_question == {"war_sweep": ["a"]}
