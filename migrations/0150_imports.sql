-- A bulk action whose rows are the lines of a file that somebody uploaded.
alter table bulk_actions
  -- Its name, sheets and headings, and which of its columns is what.
  add column file jsonb;
alter table bulk_action_rows
  -- The line as it is in the file; gone once it is done.
  add column cells jsonb,
  -- What the single call is asked for it.
  add column given jsonb;
create index bulk_action_rows_cells on bulk_action_rows (action_id) where cells is not null;
