from wuyi.server.limits import Bucket, Limiter


def test_a_bucket_lets_a_burst_through_and_then_a_trickle() -> None:
    bucket = Bucket.full(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.debt == 1
    assert bucket.take(0.5) and bucket.debt == 0
    assert not bucket.take(0.5)
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_each_client_has_a_bucket_of_its_own() -> None:
    limiter = Limiter(rate=1, burst=1)
    assert limiter.take("a", 0) and limiter.take("b", 0)
    assert not limiter.take("a", 0)


def test_no_more_clients_are_kept_than_asked() -> None:
    limiter = Limiter(rate=0, burst=1, keys=2)
    for key in "abc":
        assert limiter.take(key, 0)
    assert not limiter.take("b", 0)  # still remembered
    assert limiter.take("a", 0)  # forgotten, so new again
