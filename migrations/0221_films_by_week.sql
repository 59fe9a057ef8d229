-- A film's weeks are read by the film; and its reviews begin with the bad ones, where that is asked for.
create index movie_days_of_movie on movie_days (movie_id, day);
create index reviews_by_liking on reviews (movie_id, liked, created_at desc, id desc) where review <> '';
