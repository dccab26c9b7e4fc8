import sweepstake
from running import TOSS
from sweepstake.puzzle import register


def test_a_question_without_parameters_is_answered(unregistered, tmp_path):
    (tmp_path / "toss.py").write_text(TOSS)
    register.load([str(tmp_path / "toss.py")])
    assert sweepstake.answer("toss_heads").exact.tolist() == ["1/2", "1/2"]
