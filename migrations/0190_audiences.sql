-- Conditions over customers under a name, which notifications are sent to.
create table audiences (
  id integer generated always as identity primary key,
  name text not null,
  conditions jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index audiences_name on audiences (lower(name)) where deleted_at is null;

-- A notification keeps the conditions that it was saved with: what changes in the audience since does not change it.
alter table push_notifications
  add column audience_id integer references audiences (id),
  add column audience_name text not null default '',
  add column audience_words text not null default '',
  add column conditions jsonb,
  -- Percent of the people who do not get it, so that their purchases can be compared with the others'.
  add column holdout smallint not null default 0 check (holdout between 0 and 50),
  -- Devices of people who got as many as anybody may in a week, and of people who are held out.
  add column capped integer not null default 0,
  add column held integer not null default 0,
  -- What both bought in the days after it, once these are over (src/features/notifications/lift-rules.ts).
  add column lift jsonb,
  drop constraint push_notifications_audience_check,
  add constraint push_notifications_audience_check
    check (audience in ('TEST-USER', 'ALL-USERS', 'SUBSCRIBED-USERS', 'UNSUBSCRIBED-USERS', 'SAVED-AUDIENCE')),
  add constraint push_notifications_conditions check ((audience = 'SAVED-AUDIENCE') = (conditions is not null));
create index push_notifications_compared on push_notifications (claimed_at) where holdout > 0 and lift is null;
-- What was sent in the last week, for the number that anybody gets.
create index push_notifications_begun on push_notifications (claimed_at) where claimed_at is not null;

-- Held: the device of somebody who does not get it.
alter table push_deliveries
  drop constraint push_deliveries_state_check,
  add constraint push_deliveries_state_check check (state in ('open', 'accepted', 'gone', 'failed', 'held'));
