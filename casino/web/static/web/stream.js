// The stream of a session, for as long as somebody looks: it resumes after sleep and lost networks where it was.

const SOON = 1000, LATER = 5000; // milliseconds
const QUIET = 20000; // after so long without a word the line is tried

/** Calls `told(event)` for everything that happens, `up()` whenever the line is there, `down()` when it is lost. */
export class Stream {
  constructor(address, kinds, { told, up, down }) {
    Object.assign(this, { address, kinds, told, up, down, last: null, epoch: null, tries: 0 });
    this.woken = () => { if (document.visibilityState === "visible") this.open(); else this.close(); };
    this.lost = () => this.fail();
    document.addEventListener("visibilitychange", this.woken);
    addEventListener("online", this.woken);
    addEventListener("pageshow", this.woken);
    addEventListener("offline", this.lost);
    this.open();
  }

  open() {
    this.close();
    const resume = this.last === null ? "" : `&after=${this.last}&epoch=${this.epoch}`;
    const source = this.source = new EventSource(this.address + resume);
    source.addEventListener("hello", ({ data }) => {
      const { epoch, after } = JSON.parse(data);
      Object.assign(this, { epoch, last: after, tries: 0 });
      this.up();
    });
    for (const kind of this.kinds) source.addEventListener(kind, ({ data }) => this.hear(JSON.parse(data)));
    source.onerror = () => { if (this.source === source) this.fail(); };
    this.watch();
  }

  hear(event) {
    this.last = event.number;
    this.watch();
    this.told(event);
  }

  /** A silent line may be dead: then it is opened anew, which costs little and says so. */
  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), QUIET);
  }

  fail() {
    this.close();
    this.down();
    this.timer = setTimeout(() => this.open(), ++this.tries > 5 ? LATER : SOON);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  end() {
    this.close();
    document.removeEventListener("visibilitychange", this.woken);
    removeEventListener("online", this.woken);
    removeEventListener("pageshow", this.woken);
    removeEventListener("offline", this.lost);
  }
}
