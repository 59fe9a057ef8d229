-- The next letter is found at once, however many wait: in the order in which they are sent.
drop index mails_waiting;
create index mails_waiting on mails (is_slow, next_try_at, id) where state = 'waiting';
