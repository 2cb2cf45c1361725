/** "Invoice R-943": which one is told by a number. */
const NUMBERED_PAPER =
  /^(?:invoice|bill|quote|quotation|offer|purchase order|order|receipt|credit note|voucher|estimate|rechnung|angebot|auftrag|gutschrift|mahnung|quittung|beleg|bestellung|kostenvoranschlag)(?: (?:no|number|nr|nummer))? \S*\d\S*$/u
export const isNumberedPaper = (key: string): boolean => NUMBERED_PAPER.test(key)
