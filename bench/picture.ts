import type { Comparison } from './compare.ts'
import { targetOf } from './report.ts'

const width = 760
const rowHeight = 34
const [left, right, top] = [230, 90, 84]
const scale = (share: number) => left + (share / 1.2) * (width - left - right)

/** How much of the bare limit each operation reaches, as an SVG that follows the reader's colours. */
export function drawLimit(comparisons: Comparison[]): string {
  const bottom = top + comparisons.length * rowHeight
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => `
  <line class="${share === 1 ? 'limit' : 'grid'}" x1="${scale(share)}" x2="${scale(share)}" y1="${top - 8}" y2="${bottom}"/>
  <text class="quiet" x="${scale(share)}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 34}" role="img" aria-labelledby="title">
  <title id="title">How much of the bare limit Inboard reaches, by CPU time for each request</title>
  <style>
    :root { color-scheme: light dark }
    text { font: 13px system-ui, sans-serif; fill: #1f2933 }
    .title { font-size: 16px; font-weight: 600 }
    .quiet { fill: #616e7c; font-size: 12px }
    .bar { fill: #4c7dbf }
    .grid { stroke: #e4e7eb }
    .limit { stroke: #616e7c; stroke-dasharray: 3 3 }
    .spread { stroke: #1f2933; stroke-width: 1.5 }
    .target { stroke: #d97706; stroke-width: 2.5 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4e7eb }
      .quiet { fill: #9aa5b1 }
      .bar { fill: #5b8fd4 }
      .grid { stroke: #323f4b }
      .limit { stroke: #9aa5b1 }
      .spread { stroke: #e4e7eb }
      .target { stroke: #f5b04c }
    }
  </style>
  <text class="title" x="16" y="28">How much of the bare limit Inboard reaches</text>
  <text class="quiet" x="16" y="50">CPU time for each request: the bare server’s for one of Inboard’s. 32 connections, SQLite, median and quartiles.</text>
  <text class="quiet" x="${scale(1)}" y="${top - 14}" text-anchor="middle">the bare limit</text>
  <line class="target" x1="${left}" x2="${left}" y1="${top - 24}" y2="${top - 12}"/>
  <text class="quiet" x="${left + 8}" y="${top - 14}">wanted at least</text>${lines.join('')}
${comparisons.map((comparison, index) => bar(comparison, top + index * rowHeight)).join('\n')}
</svg>
`
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

const round = (number: number) => Number(number.toFixed(1))
