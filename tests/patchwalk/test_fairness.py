"""Locks that are given out in the order in which they were asked for."""

import threading

import pytest

from patchwalk.fairness import FairLock, FairRLock


@pytest.mark.parametrize("kind", [FairLock, FairRLock])
def test_who_came_first_is_served_first(kind):
    lock, served = kind(), []

    def wait(name):
        with lock:
            served.append(name)

    threads = []
    with lock:
        for name in range(6):
            threads.append(threading.Thread(target=wait, args=(name,)))
            threads[-1].start()
            while len(lock._waiting) <= name:  # until it stands in the line
                threading.Event().wait(0.001)
    for thread in threads:
        thread.join()
    assert served == list(range(6))


@pytest.mark.parametrize("kind", [FairLock, FairRLock])
def test_who_lets_it_go_and_wants_it_again_stands_at_the_end(kind):
    lock, served = kind(), []

    def often(name):
        for _ in range(20):
            with lock:
                served.append(name)
                while len(lock._waiting) < 1 and served.count("b" if name == "a" else "a") < 20:
                    threading.Event().wait(0.001)

    threads = [threading.Thread(target=often, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "aa" not in "".join(served).strip("ab"[served[-1] == "b"])
    assert served.count("a") == served.count("b") == 20


def test_one_thread_may_take_the_reentrant_one_again():
    lock = FairRLock()
    entered = threading.Event()
    with lock:
        with lock:
            thread = threading.Thread(target=lambda: lock.__enter__() and entered.set())
            thread.start()
        assert not entered.wait(0.02), "left once, held still"
    assert entered.wait(5)
    thread.join()


def test_an_error_inside_hands_it_on():
    lock = FairLock()
    with pytest.raises(KeyError), lock:
        raise KeyError("inside")
    with lock:
        pass
