import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { found, withCards } from '../../api/search/searching.ts'

describe('a card is found', () => {
  let client: Client
  const texts = [
    'Water the plants',
    'Crème brûlée für Zoë',
    'cafe\u0301 au lait',
    'ﬁnd the oﬃce',
    'ΟΔΟΣ ΟΔΟΣΤΡΩΜΑ',
    'Ο σοφός Οδυσσεύς',
    'İstanbul, ILGAZ',
    '庭に水をやる 収穫',
    'ガーデン',
    '물을 주다',
    'Ernte 🍎 👩‍👩‍👧‍👦 ❤️',
    'ｆｕｌｌ　ｗｉｄｔｈ',
    'Rote Grütze mit Soße',
    'Łódź, smørrebrød, Đà Nẵng',
    'Œuvre d’Æsop',
    'Sarı ışık',
    '100% of a_b \\ "quoted" \'it\'',
  ]
  beforeAll(async () => {
    client = (await withCards(...texts)).client
  })

  test.for([
    ['water', 0],
    ['WATER', 0],
    ['plants water', 0],
    ['lant ate', 0],
    ['the\tplants\n water', 0],
    ['the　plants', 0],
    ['plants plants', 0],
    ['Wätêr', 0],
    ['creme BRULEE', 1],
    ['brûlée', 1],
    ['bru\u0302le\u0301e zoe', 1],
    ['FÜR', 1],
    ['café', 2],
    ['CAFE\u0301', 2],
    ['find office', 3],
    ['ﬃ', 3],
    ['οδοστρωμα', 4],
    ['ΟΔΟΣΤ', 4],
    ['οδοστρ', 4],
    ['σοφος', 5],
    ['ΣΟΦΌΣ', 5],
    ['σοφοσ', 5],
    ['οδυσσευς', 5],
    ['istanbul', 6],
    ['İSTANBUL', 6],
    ['ilgaz', 6],
    ['水', 7],
    ['収穫 庭', 7],
    ['ｶﾞｰﾃﾞﾝ', 8],
    ['물', 9],
    ['무', 9],
    ['🍎', 10],
    ['👧 ernte', 10],
    ['❤', 10],
    ['❤️', 10],
    ['full width', 11],
    ['Ｗｉｄｔｈ', 11],
    ['sosse', 12],
    ['SOẞE grutze', 12],
    ['lodz', 13],
    ['ŁÓDŹ smorrebrod', 13],
    ['da nang', 13],
    ['æsop oeuvre', 14],
    ['aesop', 14],
    ['sari isik', 15],
    ['ışı', 15],
    ['100%', 16],
    ['%', 16],
    ['a_b', 16],
    ['\\', 16],
    ['"quoted"', 16],
    ["'it'", 16],
  ] as const)('by %j', async ([q, index]) => {
    expect(await found(client, q)).toEqual([texts[index]])
  })

  test('by the sigma in any form, wherever it stands', async () => {
    expect(await found(client, 'ΟΔΟΣ')).toEqual([texts[4]])
    expect(await found(client, 'ς')).toEqual([texts[5], texts[4]])
  })

  test.for(['water brulee', 'waterthe', 'a%b', 'axb', 'nothing', 'ж', 'plants water nothing'])(
    'only if every word occurs in it: not by %j',
    async (q) => {
      expect(await found(client, q)).toEqual([])
    },
  )
})
