-- To export an area is a permission of its own: whoever could see one could export it until now, and still can.
update roles set permissions = permissions || array(
  select area || ':export' from unnest(array[
    'admins', 'analytics', 'audit', 'concessions', 'cubes', 'customers', 'edible', 'error-logs', 'events', 'kids-club', 'movies', 'payment-logs', 'points', 'product', 'promotions', 'referral-links', 'tickets', 'tiers', 'vouchers'
  ]) area where area || ':read' = any(permissions)
);

-- Permissions that no call ever asked for.
update roles set permissions = array(
  select one from unnest(permissions) with ordinality x(one, place)
  where one not in (
    'analytics:write', 'media:read', 'payments:read', 'admins:write', 'edible:write', 'product:write', 'tickets:write', 'refunds:read', 'audit:write'
  ) order by place
);
