-- Rows that were refused for the same reason are counted together: what was wrong in each stands beside the reason.
alter table bulk_action_rows add column example text;
