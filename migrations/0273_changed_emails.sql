-- Until when staff send no reset of the password to an address that staff have entered.
alter table customers add column reset_held_until timestamptz;
