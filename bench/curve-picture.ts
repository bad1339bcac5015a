import type { Comparison } from './compare.ts'
import { cardsIn } from './report.ts'
import { round, svg } from './svg.ts'

const [width, height] = [760, 360]
const [left, right, top, bottom] = [80, 90, 76, 316]
const powers = { cards: [1, 2, 3, 4], microseconds: [2, 3, 4, 5] }

const x = (cards: number) => round(left + ((Math.log10(cards) - 1) / 3) * (width - left - right))
const y = (microseconds: number) => round(bottom - ((Math.log10(microseconds) - 2) / 3) * (bottom - top))

/** The cost of moving one card, by the length of its column. With these axes, a straight line is proportional. */
export function drawCurve(comparisons: Comparison[]): string {
  const points = comparisons.map(({ operation, figures: [inboard, bare] }) => ({
    cards: cardsIn(operation),
    inboard: inboard.cpu,
    bare: bare.cpu,
  }))
  const through = (of: 'inboard' | 'bare') =>
    points.map((point) => `${x(point.cards)},${y(point[of])}`).join(' ')
  const grid = [
    ...powers.cards.map(
      (power) => `
  <line class="grid" x1="${x(10 ** power)}" x2="${x(10 ** power)}" y1="${top}" y2="${bottom}"/>
  <text class="quiet" x="${x(10 ** power)}" y="${bottom + 18}" text-anchor="middle">${(10 ** power).toLocaleString('en')}</text>`,
    ),
    ...powers.microseconds.map(
      (power) => `
  <line class="grid" x1="${left}" x2="${width - right}" y1="${y(10 ** power)}" y2="${y(10 ** power)}"/>
  <text class="quiet" x="${left - 10}" y="${y(10 ** power) + 4}" text-anchor="end">${10 ** power / 1000} ms</text>`,
    ),
  ]
  const dots = points.map(
    ({ cards, inboard }) => `
  <circle class="dot" cx="${x(cards)}" cy="${y(inboard)}" r="4"/>`,
  )
  const last = points.at(-1) ?? { cards: 10, inboard: 100, bare: 100 }
  return svg(
    width,
    height,
    'Moving one card in a column',
    `  <text class="quiet" x="16" y="50">CPU time for each move, by the number of cards in the column. One connection, each write on the disk.</text>${grid.join('')}
  <polyline class="limit" points="${through('bare')}"/>
  <polyline class="curve" points="${through('inboard')}"/>${dots.join('')}
  <text x="${x(last.cards) + 10}" y="${y(last.inboard) - 6}">Inboard</text>
  <text class="quiet" x="${x(last.cards) + 10}" y="${y(last.bare) + 16}">bare limit</text>
  <text class="quiet" x="${width - right}" y="${bottom + 36}" text-anchor="end">cards</text>`,
  )
}
