import { Board } from '../../../src/board/board.ts'
import { emptyWorkspace, takeIn } from '../../../src/board/workspace.ts'
import type { Changes } from '../../../src/contract/feed.ts'

/** The board of an account with exactly these contents. */
export const boardOf = (content: Pick<Changes, 'projects' | 'statuses' | 'cards'>): Board => {
  const all: Changes = { ...content, positions: [], deleted: [], seq: 1, more: false }
  return new Board(takeIn({ workspace: emptyWorkspace, seq: 0 }, all).workspace)
}
