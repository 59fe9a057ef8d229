-- Steps after a sale, a refund, a redemption, a visit or a subscription event, in its transaction. They run, and so lock, in
-- this order. Each has its owner, whose schema.sql has the function, and the data it keeps. Voided rows are deleted, and each
-- step subtracts what it added (void.ts).

select follow('purchases', 'insert', 'roll_up_purchases');                   -- analytics: sales, buyers
select follow('purchases', 'insert', 'note_guests');                         -- trade: guests
select follow('purchases', 'insert', 'note_sold');                           -- payment-logs: what a payment sold
select follow('purchases', 'insert', 'place_buyers');                        -- customers: cinemas of a customer
-- tickets
create trigger purchases_logged after update of customer_id on purchases
  for each row when (old.customer_id is distinct from new.customer_id) execute function log_buyer();
-- customers
create trigger purchases_place_merged after update of customer_id on purchases for each row
  when (new.cinema_id is not null and old.customer_id is distinct from new.customer_id) execute function place_merged();
-- analytics: purchases whose subscriber mark changes
create trigger purchases_recounted after update on purchases referencing old table as before new table as after
  for each statement execute function roll_up_subscribers();
select follow('purchases', 'delete', 'leave_voided');                        -- customers: cinemas of a customer
select follow('purchases', 'delete', 'forget_guests');                       -- trade: guests
select follow('purchases', 'delete', 'roll_up_purchases');                   -- analytics: sales, buyers
select follow('purchases', 'delete', 'note_unsold');                         -- payment-logs: what a payment sold

select follow('purchase_lines', 'insert', 'roll_up_lines');                  -- analytics: sales by kind, seats of shows
select follow('purchase_lines', 'insert', 'log_tickets');                    -- tickets: ticket log
select follow('purchase_lines', 'insert', 'note_merchandise');               -- concessions: merchandise sold
select follow('purchase_lines', 'insert', 'roll_up_movies');                 -- movie-stats: tickets of movies
select follow('purchase_lines', 'insert', 'sum_referred_lines');             -- referral-links: results of referral codes
-- tickets
create trigger purchase_lines_relogged after update of show_day on purchase_lines
  for each row when (old.kind = 'ticket' and old.show_day is distinct from new.show_day) execute function log_show_day();
-- merchandise
create trigger purchase_lines_no_merchandise before delete on purchase_lines
  for each row when (old.kind = 'concession') execute function forget_merchandise();
select follow('purchase_lines', 'delete', 'roll_up_movies');                 -- movie-stats: tickets of movies
select follow('purchase_lines', 'delete', 'roll_up_lines');                  -- analytics: sales by kind, seats of shows
select follow('purchase_lines', 'delete', 'log_tickets');                    -- tickets: ticket log
select follow('purchase_lines', 'delete', 'sum_referred_lines');             -- referral-links: results of referral codes

select follow('refunds', 'insert', 'roll_up_refunds');                       -- analytics: refunds
select follow('refunds', 'insert', 'record_external_refunds');               -- payment-logs: refunds by others
select follow('refunds', 'delete', 'roll_up_refunds');                       -- analytics: refunds

select follow('refund_lines', 'insert', 'roll_up_refund_lines');             -- analytics: sales by kind, seats of shows
select follow('refund_lines', 'insert', 'log_refunds');                      -- tickets: ticket log
select follow('refund_lines', 'insert', 'roll_up_movie_refunds');            -- movie-stats: tickets of movies
select follow('refund_lines', 'insert', 'sum_referred_refunds');             -- referral-links: results of referral codes
select follow('refund_lines', 'delete', 'roll_up_movie_refunds');            -- movie-stats: tickets of movies
select follow('refund_lines', 'delete', 'roll_up_refund_lines');             -- analytics: sales by kind, seats of shows
select follow('refund_lines', 'delete', 'log_refunds');                      -- tickets: ticket log
select follow('refund_lines', 'delete', 'sum_referred_refunds');             -- referral-links: results of referral codes

select follow('redemptions', 'insert', 'roll_up_redemptions');               -- analytics: redemptions
select follow('redemptions', 'delete', 'roll_up_redemptions');               -- analytics: redemptions

select follow('visits', 'insert', 'roll_up_visits');                         -- analytics: visits
select follow('visits', 'delete', 'roll_up_visits');                         -- analytics: visits

select follow('subscription_events', 'insert', 'roll_up_subscription_events'); -- analytics: subscriptions bought

select follow('subscription_periods', 'insert', 'roll_up_subscription_periods'); -- analytics: subscriptions in force
select follow('subscription_periods', 'delete', 'roll_up_subscription_periods'); -- analytics: subscriptions in force
