-- The first moment from a start to an end at which three others have a place; null where there is room.
create function landing_full_at(promotion integer, starts timestamptz, ends timestamptz) returns timestamptz
language sql as $$
  with others as (
    select coalesce(starts_at, '-infinity') as starts_at, coalesce(ends_at, 'infinity') as ends_at from promotions
    where on_landing and deleted_at is null and id <> promotion
  ), moments as (
    select coalesce(starts, '-infinity') as at
    union
    select starts_at from others where starts_at > coalesce(starts, '-infinity') and starts_at < coalesce(ends, 'infinity')
  )
  select min(at) from moments
  where (select count(*) from others where others.starts_at <= moments.at and moments.at < others.ends_at) >= 3
$$;

-- Whoever gives out a place does so alone, until the transaction ends: what others gave out is seen.
create function hold_landing_page() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('landing page'));
  if landing_full_at(new.id, new.starts_at, new.ends_at) is not null then
    raise exception 'The landing page is full' using errcode = 'check_violation', constraint = 'promotions_landing';
  end if;
  return null;
end $$;
create trigger promotions_landing after insert or update of on_landing, starts_at, ends_at, deleted_at on promotions
  for each row when (new.on_landing and new.deleted_at is null) execute function hold_landing_page();
