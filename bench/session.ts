/** Who has a session, and what they may: one statement. */
export const WHO = `
  select a.id, a.email, a.first_name, a.last_name, a.user_type, r.permissions
  from sessions s join admins a on a.id = s.admin_id left join roles r on r.id = a.role_id
  where s.id = $1 and s.ended_at is null and s.expires_at > now() and a.deleted_at is null`

/** The session of an access token. */
export const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid
