-- When a film opens: the day that staff entered for one that they marked as coming soon, else the point of sale's.
alter table movies
  add column opens_on date generated always as (coalesce(coming_soon_date, pos_opening_date)) stored;

-- With the approval in them, the list is counted from the index alone, filtered by status or not.
drop index movies_coming_soon;
create index movies_opening on movies (opens_on, id) include (is_approved, is_coming_soon)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_known_since is not null);
drop index movies_coming_soon_title;
create index movies_opening_title on movies ((coalesce(nullif(title, ''), name)) collate "und-x-icu", id) include (opens_on)
  where opens_on is not null and deleted_at is null and (is_coming_soon or pos_known_since is not null);
