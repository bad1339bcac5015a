import { randomBytes } from 'node:crypto'
import { iso, minutes } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { inBatches } from '../db/batches.ts'
import { same } from '../db/values.ts'

export const challengeLifetime = 5 * minutes

type Ceremony = { purpose: 'registration'; ownerId: string } | { purpose: 'sign_in'; ownerId: null }

export async function issueChallenge({ db, clock }: World, { purpose, ownerId }: Ceremony): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.transaction(
    (tx) => tx.run`
      insert into challenges (challenge, owner_id, purpose, expires_at)
      values (${challenge}, ${ownerId}, ${purpose}, ${iso(clock.now() + challengeLifetime)})`,
  )
  return challenge
}

/** Committed before any other check, so that a challenge works only once, whatever the outcome. */
export async function spendChallenge(
  { db, clock }: World,
  challenge: string,
  { purpose, ownerId }: Ceremony,
): Promise<void> {
  const spent = await db.transaction(
    (tx) => tx.run`
      delete from challenges
      where challenge = ${challenge} and purpose = ${purpose} and owner_id ${same(ownerId)}
        and expires_at > ${iso(clock.now())}`,
  )
  if (spent === 0) throw fail('challenge_invalid')
}

export async function sweepChallenges({ db, clock }: World): Promise<void> {
  const now = iso(clock.now())
  await inBatches((limit) =>
    db.transaction(
      (tx) => tx.run`
    delete from challenges where challenge in (select challenge from challenges where expires_at < ${now} limit ${limit})`,
    ),
  )
}
