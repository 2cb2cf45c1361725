import { type Signs, words } from './signs.js'

export const italianSigns: Signs = {
  future: words(
    String.raw`viene|vengono|vengo|arriva|arrivano|parte|parto|partiamo|partono|comincia|inizia|finisce|devo|deve|dobbiamo|voglio|vogliamo|vuole|scade|scadenza|previst[oaie]|fissat[oaie]|programmat[oaie]|appuntamento|sarà|saranno|sarò|avrà|avrò|andrò|andrà|andremo|verrà|verranno|farò|farà|faremo|\p{L}{2,}(?:erò|irò|erà|irà|eremo|iremo|eranno|iranno)|vado|andiamo|va|vanno|si sposa|ci vediamo|torna|torno|stiamo per|ricordami`,
  ),
  past: words(
    String.raw`era|erano|eravamo|ero|aveva|avevano|avevo|avevamo|c['’]era|faceva|fu|fece|ebbe|\p{L}{2,}(?:avo|ava|avano|evano|ivano|ivamo|avamo)`,
    String.raw`(?:ho|hai|ha|abbiamo|avete|hanno|sono|sei|è|siamo|siete)(?: (?:già|mai|tutti|anche|appena|sempre|stat[oaie]))? \p{L}{1,}(?:at[oaie]|ut[oaie]|it[oaie]|tt[oaie]|rs[oaie]|s[oaie]|st[oaie]|nt[oaie]|rt[oaie])|(?:ci siamo|mi sono|si è|si sono) \p{L}+`,
  ),
  present: words('è|sono'),
}
