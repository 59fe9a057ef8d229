-- Whoever asked to be forgotten gets no more pushes; a customer who turned out to be another has their devices there.
create function devices_follow_customer() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from push_devices where customer_id = new.id;
  elsif new.merged_into is not null then
    update push_devices set customer_id = new.merged_into where customer_id = new.id;
  end if;
  return null;
end $$;
create trigger customers_devices after update of erased_at, merged_into on customers
  for each row execute function devices_follow_customer();
