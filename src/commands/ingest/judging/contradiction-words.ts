/** Words by which contradictions between statements are recognised, of each language. */
type Words = {
  /** What these say is of whoever says it. */
  readonly self: string
  /** With these a statement contradicts none: possibility, condition, the past, frequency, an estimate, an addition. */
  readonly unsure: string
  readonly negations: string
  readonly auxiliaries: string
  readonly articles: string
  readonly definite: string
  readonly is: string
  /** After these a number, a day or a time is the only one. */
  readonly states: string
  /** Before a number these tell what something has; elsewhere they tell what happened. */
  readonly has: string
  /** Of what these name there is one, whatever it is. */
  readonly unique: string
}

export const CONTRADICTION_WORDS: Readonly<Record<string, Words>> = {
  en: {
    self: 'i me my mine we us our you your',
    unsure:
      'may might could would if unless when while sometimes often usually maybe perhaps probably was were had did been ' +
      'only almost about around roughly also too another other one some every each per',
    negations: 'not never',
    auxiliaries: 'do does',
    articles: 'a an the',
    definite: 'the our my this',
    is: 'is are equals =',
    states:
      'costs expires starts ends begins opens closes takes needs requires allows listens runs weighs lasts ' +
      'departs leaves arrives measures',
    has: 'has have',
    unique: 'default current only main primary',
  },
  de: {
    self: 'ich wir mein meine unser unsere du dein',
    unsure:
      'vielleicht wenn falls war waren hatte hatten manchmal oft meist meistens könnte würde nur fast etwa ungefähr ' +
      'auch noch weitere anderer andere einige jeder jede jedes pro wurde wurden worden',
    negations: 'nicht nie kein keine keinen',
    auxiliaries: '',
    articles: 'ein eine einen einem einer',
    definite: 'der die das dieser diese dieses unser unsere mein meine',
    is: 'ist sind lautet heißt beträgt',
    states:
      'kostet braucht beginnt endet öffnet schließt läuft dauert wiegt startet erlaubt gilt lauscht fährt misst findet',
    has: 'hat haben',
    unique: 'standardmäßige voreingestellte aktuelle einzige',
  },
  fr: {
    self: 'je me moi mon ma mes nous notre nos tu ton ta tes vous votre vos',
    unsure:
      'peut-être si quand parfois souvent était étaient avait avaient serait pourrait seulement presque environ aussi ' +
      'autre autres certains chaque été',
    negations: 'ne pas jamais',
    auxiliaries: '',
    articles: 'un une des de',
    definite: 'le la les ce cette notre mon ma',
    is: 'est sont',
    states:
      'coûte expire commence finit termine ouvre ferme dure lieu nécessite pèse écoute tourne démarre part arrive mesure',
    has: 'a ont',
    unique: 'défaut actuel actuelle seul seule principal principale',
  },
  es: {
    self: 'yo me mi mis nosotros nuestro nuestra tú tu tus usted su',
    unsure:
      'quizá quizás si cuando veces menudo era eran estaba estaban tenía tenían podría sería solo casi unos alrededor ' +
      'también otro otra otros algunos cada fue fueron sido',
    negations: 'no nunca',
    auxiliaries: '',
    articles: 'un una unos unas',
    definite: 'el la los las este esta nuestro nuestra mi',
    is: 'es son está están',
    states:
      'cuesta caduca vence empieza comienza termina acaba abre cierra dura guarda necesita pesa escucha sale llega mide',
    has: 'tiene tienen',
    unique: 'defecto predeterminado predeterminada actual único única principal',
  },
  it: {
    self: 'io mi mio mia noi nostro nostra tu tuo tua voi vostro',
    unsure:
      'forse se quando volte spesso era erano aveva avevano potrebbe sarebbe solo quasi circa anche altro altra altri ' +
      'alcuni ogni per fu stato stata stati',
    negations: 'non mai',
    auxiliaries: '',
    articles: 'un uno una',
    definite: 'il lo la i gli le questo questa nostro nostra mio mia',
    is: 'è sono',
    states: 'costa scade inizia comincia finisce termina apre chiude dura richiede pesa ascolta parte arriva misura',
    has: 'ha hanno',
    unique: 'predefinito predefinita attuale unico unica principale',
  },
  pt: {
    self: 'eu me meu minha nós nosso nossa tu teu tua você seu sua',
    unsure:
      'talvez se quando vezes era eram estava estavam tinha tinham poderia seria só quase cerca também outro outra ' +
      'outros alguns cada foi foram sido',
    negations: 'não nunca',
    auxiliaries: '',
    articles: 'um uma uns umas',
    definite: 'o a os as este esta nosso nossa meu minha',
    is: 'é são está estão',
    states: 'custa expira vence começa inicia termina acaba abre fecha dura precisa pesa escuta parte chega sai mede',
    has: 'tem têm',
    unique: 'padrão atual único única principal',
  },
}
