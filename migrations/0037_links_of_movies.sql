-- A search for a movie finds its links, beside those that have the word themselves (referral_links_words).
create index referral_links_of_movie on referral_links (movie_id) where deleted_at is null;
