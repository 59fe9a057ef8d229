-- A film for which no source gives an opening day opens with its first showtime: first_shown_on is that one's business day.
-- It follows the schedule as long as no showtime has begun, and then stays.
alter table movies add column first_shown_on date;
-- When a film opens: the day that staff entered for one that they marked as coming soon, else the point of sale's, else
-- the day of its first showtime. The indexes over it go with the column and are made again.
alter table movies drop column opens_on;
alter table movies add column opens_on date
  generated always as (coalesce(coming_soon_date, pos_opening_date, first_shown_on)) stored;
create index movies_opening on movies (opens_on, id) include (is_approved, is_coming_soon)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_known_since is not null);
create index movies_opening_title on movies ((coalesce(nullif(title, ''), name)) collate "und-x-icu", id) include (opens_on)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_known_since is not null);
