-- A function's plans are kept from its first calls, when the tables were as good as empty, and the embedded database never
-- counts them anew: those that join what came with a table that grows are told to go by its index, row by row.
do $$
declare f text;
begin
  foreach f in array array['roll_up_purchases()', 'roll_up_lines()', 'roll_up_refunds()', 'roll_up_refund_lines()'] loop
    execute format('alter function %s set enable_seqscan = off', f);
    execute format('alter function %s set enable_hashjoin = off', f);
    execute format('alter function %s set enable_mergejoin = off', f);
  end loop;
end $$;
