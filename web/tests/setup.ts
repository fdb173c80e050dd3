/** What jsdom leaves out and the components ask for. */

if (typeof window !== "undefined") {
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finished: Promise.resolve(), onfinish: null, currentTime: 0, startTime: 0 }) as unknown as Animation;

  Element.prototype.getAnimations ??= () => [];

  window.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };

  window.matchMedia ??= (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
}
