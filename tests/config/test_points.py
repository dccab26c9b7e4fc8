import sweepstake
from computing import config, run, show, sweep
from running import TOSS
from sweepstake.snakemake import artefacts


def test_a_question_without_parameters_is_answered_swept_checked_and_shown(
    loaded, tmp_path, capsys
):
    loaded(TOSS)
    assert sweepstake.answer("toss_heads").exact.tolist() == ["1/2", "1/2"]
    block = {"grid": {}, "methods": ["exact", "formula"]}
    run(sweep("toss_heads", block), tmp_path)
    show(config("toss_heads", block), tmp_path)
    artefacts.agree(str(tmp_path / "checks.parquet"), "report.html", str(tmp_path / "agreed"))
    assert "1 of 1 answers are confirmed by another method" in capsys.readouterr().err
    assert (tmp_path / "plots" / "toss_heads.svg").exists()
