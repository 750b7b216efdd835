//! What happens at a table, end to end: what people at it do, and what lamps, sign and entries say to it. Each scenario
//! is played on whatever runs a table: on the host here, and on the image in a simulated chip by `board-sim`.

#![allow(missing_docs, reason = "the names say what happens")]

pub mod after_lock;
pub mod antes_after_lock;
pub mod auth;
pub mod chain_troubles;
pub mod configuration;
pub mod games;
pub mod irregularities;
pub mod link_troubles;
pub mod linked;
pub mod megalink;
pub mod power;
mod prelude;
pub mod seat_troubles;

/// Calls `$with!(module::scenario);` for every scenario of a single table.
#[macro_export]
macro_rules! for_every_scenario {
    ($with:ident) => {
        $with!(after_lock::a_chip_is_added);
        $with!(after_lock::chips_are_removed_and_put_back);
        $with!(after_lock::a_chip_is_swapped);
        $with!(after_lock::a_chip_is_put_on_an_empty_spot);
        $with!(after_lock::a_beam_that_is_broken_for_a_moment);
        $with!(after_lock::chips_are_collected_after_settlement);
        $with!(after_lock::chips_of_a_hand_that_went_back_may_leave);
        $with!(after_lock::a_hand_goes_back_whose_chips_have_left);
        $with!(after_lock::refused_chips_leave_one_by_one);
        $with!(antes_after_lock::an_ante_is_taken_away_and_put_back);
        $with!(antes_after_lock::an_ante_is_put_down);
        $with!(antes_after_lock::an_ante_without_a_progressive_wager_is_watched);
        $with!(antes_after_lock::a_folded_ante_may_be_taken);
        $with!(antes_after_lock::an_ante_is_taken_before_its_hand_folds);
        $with!(antes_after_lock::an_ante_that_goes_back_may_leave);
        $with!(antes_after_lock::the_dealer_takes_antes_after_the_settlement);
        $with!(antes_after_lock::an_ante_that_moves_too_often_is_not_written_down);
        $with!(antes_after_lock::sensors_that_return_are_compared_with_the_lock);
        $with!(antes_after_lock::an_ante_is_watched_beside_a_faulted_coin_spot);
        $with!(auth::forged_replayed_and_truncated_commands_are_refused_and_counted);
        $with!(auth::a_flood_of_wrong_commands_keeps_nobody_out);
        $with!(auth::a_person_does_what_the_role_allows);
        $with!(auth::a_reader_reads_and_nothing_else);
        $with!(auth::a_command_that_is_held_back_dies_with_its_session);
        $with!(auth::a_console_without_a_key_is_none);
        $with!(auth::the_clock_is_not_set_again_and_again);
        $with!(auth::a_command_from_before_a_restart_is_refused_after_it);
        $with!(auth::a_command_that_is_sent_twice_acts_once);
        $with!(auth::chips_are_the_felts_to_say);
        $with!(auth::the_service_door_is_an_entry);
        $with!(chain_troubles::before_betting_no_round_opens);
        $with!(chain_troubles::the_sign_alternates_fault_and_amount);
        $with!(chain_troubles::while_open_mbs_asks_the_shift_manager);
        $with!(chain_troubles::while_open_rws_is_void);
        $with!(chain_troubles::after_the_lock_mbs_asks_the_shift_manager);
        $with!(chain_troubles::after_the_lock_rws_is_void_while_no_cards_were_seen);
        $with!(chain_troubles::after_cards_were_seen_rws_plays_on);
        $with!(chain_troubles::the_house_goes_on_without_the_progressive);
        $with!(chain_troubles::notice_of_no_progressive_bets_shows_beside_a_waiting_award);
        $with!(chain_troubles::the_house_closes_the_table);
        $with!(configuration::it_takes_the_supervisors_key);
        $with!(configuration::it_is_refused_in_a_round);
        $with!(irregularities::what_the_house_decides_takes_the_supervisors_key);
        $with!(configuration::it_must_be_sound);
        $with!(configuration::the_jackpots_parameters_wait_until_it_is_won);
        $with!(configuration::another_game_waits_until_the_jackpot_is_won);
        $with!(configuration::it_switches_the_game);
        $with!(configuration::limits_and_the_prescribed_bet_show_while_bets_are_closed);
        $with!(configuration::it_says_which_seats_are_in_use);
        $with!(configuration::it_survives_a_power_cut);
        $with!(games::texas_holdem_bonus_pays_a_quarter_for_a_royal_on_the_turn);
        $with!(games::progressive_texas_holdem_pays_the_major_for_a_royal_on_the_flop);
        $with!(games::megalink_6_pays_a_tenth_for_a_straight_flush);
        $with!(games::megalink_9_pays_the_jackpot_for_a_royal);
        $with!(games::three_card_poker_pays_the_jackpot_for_a_royal_of_spades);
        $with!(games::five_games_in_one_evening);
        $with!(irregularities::a_hand_is_moved_and_wins_where_it_belongs);
        $with!(irregularities::a_hand_is_reconstructed);
        $with!(irregularities::a_barred_player_places_no_bet);
        $with!(irregularities::a_player_is_held_to_one_position);
        $with!(irregularities::chips_count_once_their_player_may_bet);
        $with!(irregularities::the_house_permits_a_withdrawal);
        $with!(irregularities::nobody_is_asked_after_a_confirmed_award);
        $with!(irregularities::a_paid_round_is_void_only_while_the_paragraph_reaches);
        $with!(irregularities::a_confirmed_award_is_undone_by_the_shift_manager_alone);
        $with!(irregularities::a_player_is_absent_at_one_decision);
        $with!(irregularities::hands_are_not_exposed);
        $with!(irregularities::a_bonus_loses_its_ante);
        $with!(irregularities::power_fails_after_the_flop_lies_open);
        $with!(irregularities::power_fails_over_a_wager_that_goes_back);
        $with!(irregularities::a_stand_off_under_the_minimum_is_not_the_one_time);
        $with!(irregularities::envy_is_paid_once_a_player);
        $with!(irregularities::the_shift_manager_gives_a_hand_back);
        $with!(link_troubles::without_its_sign_no_bets_are_opened);
        $with!(link_troubles::the_sign_catches_up);
        $with!(link_troubles::a_sign_that_restarts_shows_the_amount_within_a_second);
        $with!(link_troubles::a_sign_that_is_not_paired_is_none);
        $with!(link_troubles::without_its_console_no_bets_are_opened);
        $with!(link_troubles::after_a_start_no_bets_are_opened_before_the_links_are_up);
        $with!(link_troubles::a_fault_outlives_a_power_cut_until_it_is_gone);
        $with!(link_troubles::a_round_under_way_is_closed_by_key_without_the_console);
        $with!(link_troubles::chips_without_a_link_are_no_bet);
        $with!(link_troubles::chips_count_when_the_link_is_back);
        $with!(link_troubles::a_sign_of_another_version_is_named_and_shows_no_amount);
        $with!(link_troubles::noise_on_both_wires_changes_nothing);
        $with!(megalink::one_to_five_units_are_lit_locked_contributed_and_paid);
        $with!(megalink::a_straight_flush_waits_for_the_supervisor);
        $with!(megalink::a_royal_reseeds_the_meter);
        $with!(megalink::a_win_is_on_the_sign_within_a_second);
        $with!(megalink::two_hits_in_one_round_keep_their_order);
        $with!(megalink::the_next_round_plays_on_while_an_award_waits);
        $with!(power::mbs_while_open);
        $with!(power::mbs_after_the_lock);
        $with!(power::both_go_on_after_an_outcome);
        $with!(power::both_keep_a_settlement);
        $with!(power::both_keep_an_award_that_waits);
        $with!(power::both_show_the_winner_again);
        $with!(power::rws_is_void_without_an_outcome);
        $with!(power::the_sign_says_so_while_power_is_off);
        $with!(power::what_lies_there_after_a_power_cut);
        $with!(power::after_a_power_cut_the_lowest_seat_of_a_held_player_counts);
        $with!(seat_troubles::a_seat_cable_is_pulled_while_betting_is_open);
        $with!(seat_troubles::a_hole_is_no_bet);
        $with!(seat_troubles::five_chips_in_a_game_of_one_unit);
        $with!(seat_troubles::a_chip_without_an_ante);
        $with!(seat_troubles::a_spot_that_is_not_empty_when_betting_opens);
        $with!(seat_troubles::an_ante_that_was_there_before_betting_opened);
        $with!(seat_troubles::pair_plus_without_an_ante);
    };
}

/// Calls `$with!(linked::scenario);` for every scenario of linked tables.
#[macro_export]
macro_rules! for_every_linked_scenario {
    ($with:ident) => {
        $with!(linked::first_entered_is_paid_first_thb6);
        $with!(linked::first_entered_is_paid_first_ml6);
        $with!(linked::first_entered_is_paid_first_ml9);
        $with!(linked::first_entered_is_paid_first_tcp5);
        $with!(linked::first_dealt_is_paid_first_rws6);
        $with!(linked::a_registered_amount_is_paid_without_the_pool);
        $with!(linked::a_registered_amount_stands_after_a_device_fault);
        $with!(linked::a_table_that_joins_has_a_second);
        $with!(linked::a_lost_pool_takes_no_bets);
        $with!(linked::a_power_cut_before_the_price);
    };
}
