-- Which hours a booking holds, in the statement that changes it.
create function reserve_cube_slots() returns trigger language plpgsql as $$
declare
  slots timestamptz[] := array(
    select distinct date_trunc('hour', at, 'UTC') from unnest(
      case when new.status in ('Approved Cancellation', 'Refunded') then array[]::timestamptz[]
        when new.status = 'Pending Reschedule Approval' then array[new.starts_at, new.reschedule_date]
        else array[new.starts_at] end) as at);
begin
  delete from cube_slots where booking_id = new.id and (cube_id <> new.cube_id or starts_at <> all(slots));
  insert into cube_slots (cube_id, starts_at, booking_id)
  select new.cube_id, slot, new.id from unnest(slots) as slot
  where not exists (select from cube_slots h where h.booking_id = new.id and h.cube_id = new.cube_id and h.starts_at = slot);
  return null;
end $$;
create trigger cube_bookings_slots after insert or update of cube_id, status, starts_at, reschedule_date on cube_bookings
  for each row execute function reserve_cube_slots();
