import { expect } from 'vitest'
import { connectAgent } from '../agents/agent.ts'
import type { ServerProcess } from './process.ts'

const many = 1200

/** The first steps of a new person on a newly installed server. They use every part of it. */
export async function takeFirstSteps(server: ServerProcess, email = 'ada@example.com'): Promise<string> {
  const token = await server.signIn(email)
  const client = server.client(token)
  const { project } = await client.addProject({ title: 'Garden' })
  await client.addProjectCard({ project_id: project.id, text: 'Weed' })
  const { status, text } = await server.request('GET', '/', { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? []
  for (const path of [script, '/docs', '/sw.js', '/assets/docs.css', '/openapi.json'])
    expect([path, (await server.request('GET', path)).status]).toEqual([path, 200])

  // Enough that a worker lists it.
  const operation = { method: 'POST', path: '/api/inbox/cards', body: { text: 'One of many' } } as const
  for (let done = 0; done < many; done += 100)
    await client.batch({ operations: Array.from({ length: 100 }, () => operation) })
  expect((await client.listInboxCards()).cards).toHaveLength(many)

  const agent = await connectAgent(server.url, token)
  expect((await agent.use('overview')).text).toContain(`Inbox: ${many} open cards`)
  await agent.close()
  return token
}
