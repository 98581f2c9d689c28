"""The tests behind each section of docs/concepts/numerics.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROMISES = {
    "Exact": """
        test_counts_are_exact_at_any_size
        test_ranks_are_exact_beyond_64_bits
        test_each_row_comes_once_and_in_the_order_of_exact_totals
        test_exactly_the_rows_within_the_bounds_are_left
        test_decimals_are_what_is_written
        test_whole_weights_below_the_limit_are_exact
        test_rows_that_differ_in_the_last_bit_are_two_rows
        test_the_extended_formulation_has_exactly_the_same_optimum
        test_a_feasible_integer_point_is_lifted_to_an_exactly_feasible_one
        test_integers_that_a_double_may_not_hold_are_refused
        test_readers_refuse_integers_that_no_double_is_equal_to
        test_each_two_neighbours_are_told_apart
        test_digits_are_kept
        test_models_of_doubles_warn_of_them
        test_slacks_of_integers_are_exact
    """,
    "Approximate": """
        test_slacks_are_off_by_the_rounding_of_a_sum_only
        test_a_least_row_is_found_or_lengths_are_refused
        test_points_whose_terms_overflow_are_refused
        test_a_slack_of_just_the_tolerance_is_no_violation
    """,
    "What `max_violation` means": """
        test_max_violation_is_that_of_the_point
        test_a_point_outside_is_imprecise
        test_the_row_that_is_violated_is_named
        test_integers_are_exact_and_rows_hold_with_them
        test_a_millionth_of_a_column_satisfies_no_row
        test_other_columns_make_up_for_rounded_ones
        test_the_objective_is_that_of_the_point
    """,
    "What a status means": """
        test_a_dual_bound_on_the_wrong_side_is_taken_back
        test_an_optimum_with_a_gap_is_a_feasible_point
        test_an_optimum_without_a_bound_is_a_feasible_point
        test_an_infeasible_point_is_imprecise
        test_the_elastic_program_proves_every_infeasible_one
        test_integer_infeasibility_is_confirmed_by_a_second_solver
        test_a_program_with_a_point_is_unbounded_exactly_where_a_direction_improves
        test_where_all_solvers_lie_nothing_is_confirmed
        test_a_contradiction_within_rounding_is_no_proof
        test_a_point_with_nearly_an_integer_refutes_no_claim
        test_a_feasible_hint_refutes_the_claim
        test_the_point_of_another_solver_wins_over_a_claim
        test_a_point_that_a_solver_has_reported_refutes_its_claim
    """,
    "Claims of infeasibility": """
        test_beyond_moderate_numbers_two_solvers_are_not_enough
        test_a_failing_second_solver_leaves_the_word_to_exact_integers
        test_small_bounds_do_not_help_where_rows_are_added
    """,
    "Bounds and optima": """
        test_bounds_of_potentials_never_cut_off_a_feasible_point
        test_tight_rows_of_decimals_are_not_infeasible
        test_bounds_of_integer_columns_are_rounded_inwards
        test_an_optimum_is_one_of_a_model_with_bounds_moved_by_the_tolerance
        test_optima_agree_where_scales_are_moderate
        test_duals_prove_the_optimum
        test_a_small_dual_of_a_large_row_counts
        test_an_optimum_is_refuted_by_a_better_point
        test_row_generation_does_not_believe_an_engine
    """,
    "Large coefficients": """
        test_the_same_integers_satisfy_divided_rows
        test_rows_that_are_found_have_no_point
        test_the_same_integers_satisfy_it
        test_highs_finds_the_optimum_of_large_coefficients_and_tiny_sides
        test_tiny_sides_of_large_coefficients
        test_a_wrong_optimum_over_wide_rows_is_refuted
        test_cplex_does_not_lose_the_best_point_of_wide_rows
    """,
    "Soft margins": """
        test_the_bounds_enclose_the_exact_optimum
    """,
    "Reproducibility": """
        test_processes_with_other_hashes_give_the_same_bytes
        test_what_runs_beside_makes_no_difference
    """,
    "Faults and interruptions": """
        test_the_file_is_whole_whenever_the_process_is_killed
        test_what_does_not_fit_leaves_the_old_file
        test_too_little_memory_is_a_memory_error
        test_ctrl_c_waits_while_packages_load
        test_two_at_once_one_in_a_destructor_and_a_storm_are_one_keyboard_interrupt_each
        test_who_ignores_interruption_is_ended_but_what_it_told_stays
        test_a_solver_that_overstays_its_time_is_ended_with_what_it_told
        test_ctrl_c_ends_a_solve_of_glop_and_keeps_the_bounds
        test_a_limit_of_time_ends_a_solve_of_glop_and_keeps_the_bounds
        test_ctrl_c_or_a_limit_ends_a_quadratic_program_and_keeps_the_bounds
        test_no_solver_goes_on_without_the_command
        test_a_worker_dies_with_its_caller_though_a_fork_of_it_lives_on
        test_no_copy_of_a_file_is_left
        test_a_worker_killed_in_each_phase
        test_a_partition_that_kills_each_worker_is_named
        test_a_scheduler_that_is_killed
        test_workers_with_another_version
        test_a_file_that_changes
        test_nothing_is_left_by_a_process_that_is_killed
        test_a_full_disk_is_said_and_changes_nothing
        test_sigterm_leaves_no_half_of_a_file
        test_progress_that_nobody_reads_is_no_reason_to_stop
        test_the_extra_is_named
        test_a_solver_that_is_killed_is_an_error_and_the_next_solve_works
        test_where_a_solver_crashes_another_one_answers
        test_gurobi_solves_no_model_that_the_rows_do_not_fit
        test_gurobi_ends_with_what_a_callback_raises
        test_cplex_refuses_a_variable_that_was_deleted
        test_cplex_raises_what_a_callback_raises
        test_xpress_refuses_a_variable_that_was_deleted
        test_scip_refuses_a_variable_that_was_deleted
        test_threads_may_ask_a_diagram_that_nobody_has_asked_before
        test_processes_get_the_diagram
        test_what_once_failed_is_read_or_refused
        test_a_bomb_ends_in_one_line_and_within_the_memory_there_is
        test_what_nobody_foresaw_is_one_line_that_asks_for_a_report
        test_an_index_far_outside_does_not_end_the_interpreter
        test_random_rows
        test_listings
        test_diagrams_of_too_many_nodes
        test_names_cannot_write_to_the_terminal
    """,
}


def test_every_test_that_is_named_exists():
    text = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", text, re.MULTILINE))
    for section, names in PROMISES.items():
        assert names.split(), section
        assert set(names.split()) <= there, section


def test_the_sections_are_those_of_the_page():
    page = (ROOT / "docs/concepts/numerics.md").read_text()
    assert set(re.findall(r"^##+ (.+)$", page, re.MULTILINE)) == set(PROMISES)
