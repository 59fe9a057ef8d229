import type { SignedIn } from '../client.ts'
import type { Actor, Stage } from '../actor.ts'

const PASSWORD = 'chaos among the cinemas'
const ACCOUNTS = 12

/** Sign-ins of several people: the token that is answered is good, and its session is there. */
export async function signIns({ boss, client, world, chance, note }: Stage): Promise<Actor> {
  const [role] = await world.query<{ id: number }>(`select id from roles where name <> '' order by id limit 1`)
  const people: string[] = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const email = `chaos-${n}@staff.example`
    const about = { email, password: PASSWORD, mobile: '08031234567', userType: 'ADMIN', first_name: 'Chaos' }
    const reply = await boss.untilAnswered({
      method: 'POST',
      path: '/admin/create-admin',
      body: { ...about, last_name: chance.chars(6), roleId: role!.id },
      headers: { 'idempotency-key': email },
    })
    if (reply.status >= 300) throw new Error(`${email}: ${reply.status} ${reply.message}`)
    people.push(email)
  }
  const signedIn: SignedIn['tokens'][] = []

  return {
    name: 'sign-ins',
    step: async () => {
      const body = { email: chance.pick(people), password: PASSWORD }
      const reply = await client.untilAnswered<SignedIn>({ method: 'POST', path: '/auth/login', body })
      if (reply.status !== 200) return note(`${body.email} cannot sign in: ${reply.status} ${reply.message}`)
      signedIn.push(reply.data.tokens)
    },
    verify: async () => {
      const faults: string[] = []
      for (const { access_token, refresh_token } of signedIn) {
        const headers = { authorization: `Bearer ${access_token}` }
        const reply = await client.untilAnswered({ method: 'GET', path: '/users', headers })
        if (reply.status === 200) continue
        // A run may take longer than a token is good for: then its session gives another one.
        const again = await client.untilAnswered({
          method: 'POST',
          path: '/auth/refresh-login',
          body: { token: refresh_token },
        })
        if (again.status !== 200)
          faults.push(`A sign-in that was answered is good for nothing: ${again.status} ${again.message}`)
      }
      return { acknowledged: signedIn.length, faults }
    },
  }
}
