import { addDays, dayIn } from '../../../src/board/text/days.ts'
import { type Browsing, makeBoard } from './browsing.ts'

/** The mark of a day that is so many days away. */
const due = (days: number) => `due:${addDays(dayIn(new Date()), days)}`

/** An account with realistic contents. */
export async function furnish({ inboard }: Browsing) {
  const person = await inboard.signIn('ada@example.com')
  const { client } = person
  const garden = await makeBoard(client, 'Kitchen garden', {
    'To do': [
      `Order seed potatoes ${due(1)} #errand`,
      'Sharpen the secateurs',
      'Build the second compost bin from the old pallets behind the shed',
      'Net for the brassicas\n- [x] Measure the bed\n- [ ] Buy canes\n- [ ] Sew the seam',
    ],
    Doing: ['Prune the apple tree', `Water the seedlings ${due(0)}T18:30 every:3d`],
    Done: ['Dig over the long bed', 'Rake the leaves', 'Plant garlic'],
  })
  await makeBoard(client, 'Website relaunch', {
    'To do': [`Write the about page ${due(-2)}`, 'Pick a typeface'],
    Doing: ['Move the blog'],
    Done: ['Buy the domain'],
  })
  await makeBoard(client, 'Move to Lisbon', { 'To do': ['Book movers', 'Cancel the internet'] })
  const { cards } = await client.listProjectCards({ project_id: garden.id })
  for (const { id } of cards.slice(-3)) await client.editCard({ id, complete: true })
  for (const text of [
    `Call the dentist ${due(0)}T09:00 #errand`,
    'Read the paper on append-only logs',
    'Gift for Noor: that blue bowl?',
    `Renew the passport ${due(12)}\nThe old one expires in March`,
    'Ask Jonas for the ladder',
  ])
    await client.addInboxCard({ text })
  return { garden, person }
}
