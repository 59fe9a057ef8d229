-- A request for another hour that is declined leaves the booking as it was, its movie too; a redeemed booking is taken
-- back within the day it was redeemed (operations 4: cube bookings).

alter table cube_bookings
  -- The movie before another hour was asked for, while that waits for its approval.
  add column movie_before text references movies (id),
  add column redeemed_at timestamptz;
create index cube_bookings_of_movie_before on cube_bookings (movie_before) where movie_before is not null;

update cube_bookings b set redeemed_at = s.at
from (select booking_id, max(at) as at from cube_booking_steps where step = 'redeemed' group by booking_id) s
where s.booking_id = b.id and b.status = 'Redeemed';
