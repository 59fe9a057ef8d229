-- The counts of likes and dislikes follow the reviews, so that a list never counts.
create function count_reviews() returns trigger language plpgsql as $$
begin
  update movies m set likes = m.likes + n.likes, dislikes = m.dislikes + n.dislikes
  from (select movie_id, count(*) filter (where liked) as likes, count(*) filter (where not liked) as dislikes
        from added group by movie_id) n
  where m.id = n.movie_id;
  return null;
end $$;
create trigger reviews_counted after insert on reviews referencing new table as added
  for each statement execute function count_reviews();
