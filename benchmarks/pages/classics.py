"""The map of the page of the classics: where each table and figure of the papers stands."""

MAP = """\
Every table and figure of the four papers, and the command that redoes it. A command can be stopped
and started again; without `--full` it takes two repetitions, and its tables have all that is kept.

| paper | table or figure | command |
|---|---|---|
| Demiriz, Bennett and Shawe-Taylor 2002 | tables 1 to 3, figure 1, regression of section 6 | \
[`python -m benchmarks.classics lpboost --full`](#classics-lpboost) |
| Goldberg and Eckstein 2009 | table 1 | \
[`python -m benchmarks.classics l0_rboost --full`](#classics-l0_rboost) |
| | figures 2 to 11; figure 1 is a sketch of the margin | \
[`python -m benchmarks.classics l0_robustness --full`](#classics-l0_robustness) |
| Liu and Wu | table 1: the SVMs | [`python -m benchmarks.classics psi --full`](#classics-psi) |
| | table 1: psi-learning, restricted and not | \
[`python -m benchmarks.classics psi_a --full`](#classics-psi_a) |
| | tables 2 and 3 | [`python -m benchmarks.classics psi --full`](#classics-psi) |
| | the order of the methods in table 3 | \
[`python -m benchmarks.classics psi_wdbc --full`](#classics-psi_wdbc) |
| | figures 1, 3 and 4 | scripts of [its page](../learning/psi_learning.md); figure 2 draws \
the two norms |
| Strohmann, Belitski, Grudic and DeCoste 2003 | tables 1 and 2 | \
[`python -m benchmarks.classics minimax --full`](#classics-minimax) |
| | figures 1 to 3 | \
[`python -m benchmarks.classics minimax_curves --full`](#classics-minimax_curves) |

The full number of repetitions takes days; each section says how many it has.
"""
