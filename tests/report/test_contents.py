from sweepstake.report.contents import contents


def config(**sweeps):
    return {
        "sweeps": {
            name: {
                "question": "war_sweep",
                "points": [
                    {"list": [{"ranks": 2, "suits": 2}], "methods": {"simulate": {"trials": t}}}
                ],
            }
            for name, t in sweeps.items()
        }
    }


def test_only_what_the_config_asks_for_is_made():
    made = contents(config(a=10))
    assert made.sweeps == ["a"]
    assert "war_sweep" in made.tables
    assert not [name for name in (*made.tables, *made.plots) if name.startswith("coins")]
    assert made.by_question == {"war_sweep": ["a"]}
