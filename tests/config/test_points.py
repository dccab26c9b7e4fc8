import sweepstake
from computing import run as computed
from computing import show
from running import TOSS
from sweepstake.config import spec
from sweepstake.puzzle import register
from sweepstake.snakemake import artefacts


def test_a_question_without_parameters_is_answered_swept_checked_and_shown(
    unregistered, tmp_path, capsys
):
    (tmp_path / "toss.py").write_text(TOSS)
    register.load([str(tmp_path / "toss.py")])
    assert sweepstake.answer("toss_heads").exact.tolist() == ["1/2", "1/2"]
    points = [{"grid": {}, "methods": ["exact", "formula"]}]
    config = {"sweeps": {"toss": {"question": "toss_heads", "points": points}}}
    computed(spec.sweep(config, "toss"), tmp_path)
    show(config, tmp_path)
    artefacts.agree(str(tmp_path / "checks.parquet"), "report.html", str(tmp_path / "agreed"))
    assert "1 of 1 answers are confirmed by another method" in capsys.readouterr().err
    assert (tmp_path / "plots" / "toss_heads.svg").exists()
