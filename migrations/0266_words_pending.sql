-- What a search reads besides an index of words is what has not been taken into it yet, one entry after the other, which took
-- longer than the index itself. Customers and guests change seldom beside how often they are looked for.
alter index customers_words set (gin_pending_list_limit = 256);
alter index guests_words set (gin_pending_list_limit = 256);
