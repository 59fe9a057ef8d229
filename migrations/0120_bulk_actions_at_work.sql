-- When a server was last at work on an action: one that says nothing for a while was killed, and another goes on.
alter table bulk_actions add column worked_at timestamptz;
