import type { Comparison } from './compare.ts'
import { targetOf } from './report.ts'
import { round, svg } from './svg.ts'

const width = 760
const rowHeight = 34
const [left, right, top] = [230, 90, 84]
const scale = (share: number) => left + (share / 1.5) * (width - left - right)

/** The share of the bare limit that each operation reaches. */
export function drawLimit(comparisons: Comparison[]): string {
  const bottom = top + comparisons.length * rowHeight
  const lines = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5].map(
    (share) => `
  <line class="${share === 1 ? 'limit' : 'grid'}" x1="${scale(share)}" x2="${scale(share)}" y1="${top - 8}" y2="${bottom}"/>
  <text class="quiet" x="${scale(share)}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`,
  )
  return svg(
    width,
    bottom + 34,
    'How much of the bare limit Inboard reaches',
    `  <text class="quiet" x="16" y="50">CPU time for each request: the bare server’s for one of Inboard’s. 32 connections, SQLite, median and quartiles.</text>
  <text class="quiet" x="${scale(1)}" y="${top - 14}" text-anchor="middle">the bare limit</text>
  <line class="target" x1="${left}" x2="${left}" y1="${top - 24}" y2="${top - 12}"/>
  <text class="quiet" x="${left + 8}" y="${top - 14}">wanted at least</text>${lines.join('')}
${comparisons.map((comparison, index) => bar(comparison, top + index * rowHeight)).join('\n')}`,
  )
}

function bar(comparison: Comparison, y: number): string {
  const { operation, cpu } = comparison
  const target = targetOf(comparison, 'sqlite')
  const middle = y + rowHeight / 2
  const wanted = target && scale(target)
  return `  <text x="${left - 12}" y="${middle + 4}" text-anchor="end">${operation.title}</text>
  <rect class="bar" x="${left}" y="${y + 7}" width="${round(scale(cpu.median) - left)}" height="${rowHeight - 14}" rx="3"/>
  <line class="spread" x1="${round(scale(cpu.low))}" x2="${round(scale(cpu.high))}" y1="${middle}" y2="${middle}"/>${
    wanted
      ? `\n  <line class="target" x1="${wanted}" x2="${wanted}" y1="${y + 4}" y2="${y + rowHeight - 4}"/>`
      : ''
  }
  <text class="quiet" x="${width - 16}" y="${middle + 4}" text-anchor="end">${Math.round(cpu.median * 100)} %</text>`
}
