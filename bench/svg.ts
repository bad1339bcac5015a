/** A picture that adapts to the reader's colour scheme. */
export const svg = (width: number, height: number, title: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
  <title id="title">${title}</title>
  <style>
    :root { color-scheme: light dark }
    text { font: 13px system-ui, sans-serif; fill: #1f2933 }
    .title { font-size: 16px; font-weight: 600 }
    .quiet { fill: #616e7c; font-size: 12px }
    .bar, .dot { fill: #4c7dbf }
    .curve { stroke: #4c7dbf; stroke-width: 2; fill: none }
    .grid { stroke: #e4e7eb }
    .limit { stroke: #616e7c; stroke-dasharray: 3 3; fill: none }
    .spread { stroke: #1f2933; stroke-width: 1.5 }
    .target { stroke: #d97706; stroke-width: 2.5 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4e7eb }
      .quiet { fill: #9aa5b1 }
      .bar, .dot { fill: #5b8fd4 }
      .curve { stroke: #5b8fd4 }
      .grid { stroke: #323f4b }
      .limit { stroke: #9aa5b1 }
      .spread { stroke: #e4e7eb }
      .target { stroke: #f5b04c }
    }
  </style>
  <text class="title" x="16" y="28">${title}</text>
${content}
</svg>
`

export const round = (number: number) => Number(number.toFixed(1))
