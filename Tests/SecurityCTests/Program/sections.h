// What the program checks, a function each.

#ifndef SECTIONS_H
#define SECTIONS_H

void check_constants(void);
void check_adding(void);
void check_results_of_adding(void);
void check_kinds_of_values(void);
void check_return_keys(void);
void check_limits(void);
void check_matching(void);
void check_wrong_dictionaries(void);
void check_wrong_queries(void);
void check_wrong_values(void);
void check_persistent_references(void);
void check_updating(void);
void check_refused_updates(void);
void check_deleting(void);
void check_synchronizable(void);
void check_tombstones(void);
void check_making_access_controls(void);
void check_access_controls_as_objects(void);
void check_items_with_access_control(void);
void check_lifetimes(void);
void check_random_bytes(void);
void check_error_messages(void);

/// With the entitlements of two groups, team.a first.
void check_access_groups(void);

/// Leaves one result unreleased, for whoever looks for leaks.
void leak_a_result(void);

#endif
