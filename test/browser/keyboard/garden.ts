/** The board on which most of these tests begin. */
export const garden = { 'To do': ['Weed', 'Water', 'Sow'], Done: ['Dig', 'Rake'] }
