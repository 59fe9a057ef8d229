-- A function's plans are kept from its first calls, when the tables were as good as empty, and the embedded database never
-- counts them anew: those that join what came with a table that grows are told to go by its index, row by row.
do $$
declare f text;
begin
  foreach f in array array['roll_up_purchases()', 'roll_up_lines()', 'roll_up_refunds()', 'roll_up_refund_lines()'] loop
    execute format('alter function %s set enable_seqscan = off', f);
    execute format('alter function %s set enable_hashjoin = off', f);
    execute format('alter function %s set enable_mergejoin = off', f);
    -- What is turned off so weighs in the planner's books so much that it would compile the plan, each time, at length.
    execute format('alter function %s set jit = off', f);
  end loop;
end $$;
-- Counting purchases writes to customers, whose own trigger then plans under the same settings: it joins what changed to
-- what it was, for which no index can be.
alter function roll_up_signups() set enable_hashjoin = on;
